"""EGI/1: the text protocol of egypt-engine, for engines (`__main__`) and who drives them (`client`)."""
