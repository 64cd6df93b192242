from fairdeal.service.storage import columns


def test_bytes_by_seat_come_back_in_the_order_in_which_they_came():
    """Who contributed last is told by the order alone; null stands for nobody."""
    values = {2: b"\x01" * 32, 0: b"\x02" * 32}
    assert list(columns.bytes_by_seat(columns.hex_by_seat(values)).items()) == list(values.items())
    assert columns.bytes_by_seat(None) == {}
