"""The life of a number before it is a deal: committed ahead of demand, handed out, retired."""
