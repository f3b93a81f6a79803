"""EGI/1: the text protocol of egypt-engine, for engines (`__main__`) and for those who drive them (`client`)."""
