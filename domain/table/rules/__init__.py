"""The rules of every table, whatever is played: seats, clocks, absence, takebacks, operators, a chapter each."""
