"""Pages of the ladder and of tournaments; views translate, services decide."""
