// Nothing: the start and the end are all there is.
