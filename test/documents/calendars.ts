// What RFC 5545 asks of a calendar of events, checked line by line.

const property = /^[A-Z][A-Z0-9-]*(?:;[A-Z-]+=(?:"[^"]*"|[^";:,]*))*:/

const once = [
  'UID',
  'DTSTAMP',
  'DTSTART',
  'SUMMARY',
  'SEQUENCE',
  'LAST-MODIFIED',
  'CREATED',
  'DESCRIPTION',
  'URL',
]
const needed: Readonly<Record<string, readonly string[]>> = {
  VCALENDAR: ['VERSION', 'PRODID'],
  VEVENT: ['UID', 'DTSTAMP', 'DTSTART'],
  VALARM: ['ACTION', 'TRIGGER', 'DESCRIPTION'],
}
const forms: Readonly<Record<string, RegExp>> = {
  DTSTAMP: /^DTSTAMP:\d{8}T\d{6}Z$/,
  CREATED: /^CREATED:\d{8}T\d{6}Z$/,
  'LAST-MODIFIED': /^LAST-MODIFIED:\d{8}T\d{6}Z$/,
  SEQUENCE: /^SEQUENCE:\d+$/,
  TRIGGER: /^TRIGGER:-?P(?:\d+D)?(?:T\d+H)?$/,
  RRULE: /^RRULE:FREQ=(?:DAILY|WEEKLY|MONTHLY|YEARLY)(?:;[A-Z]+=[-+A-Z0-9,]+)*$/,
  DTSTART: /^DTSTART(?:;VALUE=DATE:\d{8}|:\d{8}T\d{6}Z?)$/,
}

/** What is wrong with it, in sentences. */
export function wrongInCalendar(text: string): readonly string[] {
  const wrong: string[] = []
  if (!text.endsWith('\r\n')) wrong.push('The last line does not end in CRLF')
  const physical = text.slice(0, -2).split('\r\n')
  for (const line of physical) {
    if (/[\r\n]/.test(line)) wrong.push(`A line break that is no CRLF: ${JSON.stringify(line)}`)
    if (Buffer.byteLength(line) > 75) wrong.push(`More than 75 bytes: ${line}`)
    if (/[\u0000-\u0008\u000b-\u001f\u007f]/.test(line))
      wrong.push(`A control character: ${JSON.stringify(line)}`)
    if (line === '') wrong.push('An empty line')
  }
  return [...wrong, ...wrongInLines(physical.join('\r\n').replaceAll('\r\n ', '').split('\r\n'))]
}

function wrongInLines(lines: readonly string[]): readonly string[] {
  const wrong: string[] = []
  const open: { readonly name: string; readonly names: string[] }[] = []
  const uids = new Set<string>()
  for (const line of lines) {
    if (!property.test(line)) wrong.push(`No property: ${line}`)
    const [name = ''] = line.split(/[;:]/, 1)
    if (name === 'BEGIN') open.push({ name: line.slice(6), names: [] })
    else if (name === 'END') {
      const closed = open.pop()
      if (closed?.name !== line.slice(4)) wrong.push(`${line} closes ${closed?.name}`)
      wrong.push(...wrongInComponent(closed?.name ?? '', closed?.names ?? []))
    } else open.at(-1)?.names.push(name)
    const form = open.at(-1)?.name === 'STANDARD' ? undefined : forms[name]
    if (form && !form.test(line)) wrong.push(`Not of its form: ${line}`)
    if (name === 'UID' && uids.size === uids.add(line).size) wrong.push(`Twice: ${line}`)
  }
  if (open.length > 0) wrong.push(`${open.length} components are not closed`)
  if (lines[0] !== 'BEGIN:VCALENDAR' || lines.at(-1) !== 'END:VCALENDAR') wrong.push('No calendar')
  if (lines.filter((line) => line.startsWith('BEGIN:')).length < 2)
    wrong.push('A calendar without components')
  return wrong
}

const wrongInComponent = (name: string, names: readonly string[]): readonly string[] => [
  ...(needed[name] ?? []).filter((each) => !names.includes(each)).map((each) => `${name} without ${each}`),
  ...(name === 'VEVENT' ? once : [])
    .filter((each) => names.filter((other) => other === each).length > 1)
    .map((each) => `${name} with ${each} twice`),
]
