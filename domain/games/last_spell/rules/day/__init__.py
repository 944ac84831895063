"""The day between nights: heroes are taken and equipped, the city is built."""
