"""Where the broker is: URLs, logins, certificates; and that no secret shows."""

from pathlib import Path

import pytest

from protocol.bus import Message
from protocol.transports.mqtt_properties import pack
from protocol.transports.mqtt_settings import BadSettings, TlsFiles, from_url

EMPTY: dict[str, str] = {}


@pytest.mark.parametrize(
    ("url", "host", "port", "secure", "path"),
    [
        ("mqtt://broker", "broker", 1883, False, None),
        ("mqtt://broker:99/", "broker", 99, False, None),
        ("mqtts://broker", "broker", 8883, True, None),
        ("ws://broker/bus", "broker", 80, False, "/bus"),
        ("wss://broker", "broker", 443, True, "/mqtt"),
        ("mqtt://[::1]:5", "::1", 5, False, None),
    ],
)
def test_urls(url: str, host: str, port: int, secure: bool, path: str | None) -> None:
    made = from_url(url, "me", environment=EMPTY)
    assert (made.host, made.port, made.tls is not None, made.websocket) == (host, port, secure, path)


@pytest.mark.parametrize(
    "url",
    [
        "broker",
        "http://x",
        "mqtt://",
        "mqtt://x:99999",
        "mqtt://x:y",
        "mqtt://x/path",
        "mqtt://x?y=1",
        "mqtt://a:b@x",
    ],
)
def test_urls_that_lead_nowhere(url: str) -> None:
    with pytest.raises(BadSettings):
        from_url(url, "me", environment=EMPTY)


def test_logins(tmp_path: Path) -> None:
    environment = {"TRILOGUE_MQTT_USER": "ann", "TRILOGUE_MQTT_PASSWORD": "s3cret"}
    made = from_url("mqtt://x", "me", environment=environment)
    assert (made.user, made.password) == ("ann", "s3cret")
    assert "s3cret" not in repr(made)
    assert from_url("mqtt://bob@x", "me", environment=environment).user == "bob"
    anonymous = from_url("mqtt://x", "me", environment={"TRILOGUE_MQTT_PASSWORD": "s3cret"})
    assert (anonymous.user, anonymous.password) == (None, None)
    file = tmp_path / "login"
    file.write_text("eve\nother secret\n")
    made = from_url("mqtt://x", "me", credentials=file, environment=environment)
    assert (made.user, made.password) == ("eve", "other secret")


def test_files_that_the_environment_names(tmp_path: Path) -> None:
    file = tmp_path / "login"
    file.write_text("eve\nother secret\n")
    environment = {"TRILOGUE_MQTT_USER": "ann", "TRILOGUE_MQTT_CREDENTIALS": str(file)}
    made = from_url("mqtt://x", "me", environment=environment)
    assert (made.user, made.password) == ("eve", "other secret")
    missing = {"TRILOGUE_MQTT_CA": str(tmp_path / "none.pem")}
    with pytest.raises(BadSettings, match="no such file"):
        from_url("mqtts://x", "me", environment=missing)
    assert from_url("mqtt://x", "me", environment=missing).tls is None


def test_what_a_broker_of_ours_serves() -> None:
    urls = (
        "mqtt://localhost",
        "mqtt://127.0.0.1:5",
        "mqtt://[::1]",
        "mqtt://x",
        "mqtts://localhost",
        "ws://localhost",
    )
    found = [from_url(url, "me", environment=EMPTY).local for url in urls]
    assert found == [True, True, True, False, False, False]


@pytest.mark.parametrize("text", ["", "one\n", "a\nb\nc\n", "\nb\n", None])
def test_bad_credentials_files(tmp_path: Path, text: str | None) -> None:
    file = tmp_path / "login"
    if text is not None:
        file.write_text(text)
    with pytest.raises(BadSettings, match="login"):
        from_url("mqtt://x", "me", credentials=file, environment=EMPTY)


def test_certificates_must_be_there_and_make_sense(tmp_path: Path) -> None:
    broken = tmp_path / "broken.pem"
    broken.write_text("no certificate")
    for files in (TlsFiles(ca=tmp_path / "none"), TlsFiles(ca=broken), TlsFiles(key=broken)):
        with pytest.raises(BadSettings):
            from_url("mqtts://x", "me", tls=files, environment=EMPTY)
    with pytest.raises(BadSettings, match="mqtts"):
        from_url("mqtt://x", "me", tls=TlsFiles(ca=broken), environment=EMPTY)


def test_properties_on_the_wire_are_those_of_the_reference() -> None:
    from paho.mqtt.packettypes import PacketTypes
    from paho.mqtt.properties import Properties

    message = Message(
        "t", b"", 1, expiry=70_000, content_type="text/plain", response_topic="r" * 200,
        correlation=b"\x00\x01", user=(("a", "b"), ("a", "é")),
    )  # fmt: skip
    reference = Properties(PacketTypes.PUBLISH)  # type: ignore[no-untyped-call]
    reference.MessageExpiryInterval = 70_000
    reference.ContentType = "text/plain"
    reference.ResponseTopic = "r" * 200
    reference.CorrelationData = b"\x00\x01"
    reference.UserProperty = [("a", "b"), ("a", "é")]
    assert pack(message) == bytes(reference.pack())  # type: ignore[no-untyped-call]
    assert pack(Message("t")) == b"\x00"


def test_a_message_knows_its_size() -> None:
    small = Message("topic", b"body", 1, expiry=1, content_type="x", response_topic="y", correlation=b"z")
    packet = 2 + 2 + len("topic") + 2 + len(pack(small)) + len(b"body")
    assert packet <= small.size() <= packet + 40
