"""What happens when its time has come: deadlines, and answers that wait for their release."""
