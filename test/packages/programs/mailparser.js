// A letter with parts.
const { simpleParser, MailParser } = require('mailparser');
const m =
    'From: "A B" <a@b.co>\r\nTo: c@d.e\r\nSubject: =?utf-8?B?w7xiZXI=?=\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=x\r\nDate: Thu, 01 Jan 1970 00:00:00 +0000\r\n\r\n--x\r\nContent-Type: text/plain; charset=iso-8859-1\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\nhello =FCber http://x.y\r\n--x\r\nContent-Type: text/html\r\n\r\n<p>hi <b>x</b></p>\r\n--x\r\nContent-Type: application/octet-stream; name=a.bin\r\nContent-Disposition: attachment; filename=a.bin\r\nContent-Transfer-Encoding: base64\r\n\r\nAAEC\r\n--x--\r\n';
simpleParser(m).then((p) => {
    console.log(
        p.subject,
        p.from.text,
        p.to.value,
        p.text,
        p.html,
        p.date,
        p.attachments.map((a) => [a.filename, a.size, a.checksum, a.content]),
    );
});
