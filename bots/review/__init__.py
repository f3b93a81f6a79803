"""`egypt-review`: a recorded game judged decision by decision, in the terminal and as one HTML page."""
