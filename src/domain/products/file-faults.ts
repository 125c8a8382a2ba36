/**
 * What readers of files and servers say of a fault, in English phrases, by the code of a text in the reader's language:
 * those of sax (XML), stream-json and JSON.parse, csv-parse, and the shop's own of downloads. A named group is a value
 * of the text. Order counts: the first that fits is taken. JSON.parse quotes the file after "Unexpected token", so that
 * this phrase comes before those that are found anywhere.
 */
const phrases = {
  xml_open: /^(?:Unclosed root tag|Unexpected end$)/,
  xml_close: /^(?:Unexpected close tag|Unmatched closing tag|Invalid (?:tagname|characters) in closing|Weird empty)/,
  xml_sign: /^(?:Invalid character entity|Invalid character in entity)/,
  xml_angle: /^Unencoded </,
  xml_attribute: /^(?:Attribute without|Unquoted attribute|Invalid attribute|No whitespace between)/,
  xml_tag: /^(?:Invalid character in tag|Forward-slash in opening)/,
  xml_comment: /^Malformed comment/,
  xml_outside: /^(?:Text data outside|Non-whitespace before)/,
  xml_prefix: /^Unbound namespace prefix|prefix must be bound/,
  xml_encoding: /^XML declaration encoding/,
  xml_long: /^(?:it has a tag that is too long|Max buffer length exceeded)/,
  xml_doctype: /^(?:its document type has|Inappropriately located doctype)/,
  xml_levels: /^it has more than (?<count>\d+) levels$/,
  xml_element: /^it has an element of more than (?<millions>\d+) million characters$/,
  json_mark: /^Unexpected token|expected '[^:]|is not valid JSON$/i,
  json_end: /^(?:Unexpected end of JSON|Unterminated string|Parser has expected)/,
  json_key: /expected an object key|property name/i,
  json_number: /digit|fraction|exponent|number (?:in|after)/i,
  json_sign: /escaped character|unicode escape|control character|unexpected characters|Unexpected non-whitespace/i,
  json_value: /expected a value/,
  csv_row: /^Invalid Record Length/,
  csv_mark: /^Invalid (?:Closing|Opening) Quote/,
  net_late: /^it did not come within (?<seconds>[\d.]+) s$/,
  net_silent: /^the server does not answer within (?<seconds>[\d.]+) s$/,
  net_cut: /^it did not come whole$/,
  net_large: /^it has more than (?<megabytes>[\d.]+) MB$/,
  net_host: /^its host is unknown$/,
  net_private: /^its address is not a public one$/,
  net_address: /^its address (?:is none|does not begin with)/,
  net_downgrade: /^it redirects from https/,
  net_redirects: /^it redirects too often$/,
  net_password: /^its address has a password/,
  net_status: /^the server answers with (?<status>\d+)$/,
  net_key: /^its private key cannot be read/,
  net_user: /^the server does not let this user in$/,
  net_sftp: /^the server does not speak SFTP/,
  net_unreached: /^the server cannot be reached/,
  net_certificate: /^its certificate is not trusted$/,
  net_closed: /^the server closed the connection$/,
  net_no_file: /^(?:it is not a file|there is no such file|the server has no such file)$/,
  net_failed: /^it cannot be downloaded$/,
  net_refused: /^the server does not (?:give it|let this user read it)$/,
} as const satisfies Readonly<Record<string, RegExp>>

type FileFaultCode = keyof typeof phrases
type FileFault = { code: FileFaultCode; values: Readonly<Record<string, string>> }

/** What an English phrase says; undefined for one that is not known. */
export function fileFault(phrase: string): FileFault | undefined {
  for (const code of Object.keys(phrases) as FileFaultCode[]) {
    const found = phrases[code].exec(phrase)
    if (found) return { code, values: { ...found.groups } }
  }
  return undefined
}
