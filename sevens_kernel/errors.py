"""The one family of errors a person can cause; each message quotes the input and says what is allowed."""


class SevensError(ValueError):
    """Something a person wrote or chose is not possible in Sevens; the message says what would be."""


class CardError(SevensError):
    """A text that names no card, rank or suit."""


class RulesError(SevensError):
    """A switch of the rules with an impossible value, or two switches that exclude each other."""


class NotationError(SevensError):
    """A position or record text that cannot be read."""
