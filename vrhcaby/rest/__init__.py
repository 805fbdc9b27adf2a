"""What the REST interfaces of all applications share: requests, answers, refusals, the document.

The bottom layer: it knows no application. Members and their tokens are what `authentication` of
the accounts gives it; sentences of refusals are registered by the applications when they start.
"""
