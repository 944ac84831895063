"""What the parts cost, measured: `nightledger bench`."""
