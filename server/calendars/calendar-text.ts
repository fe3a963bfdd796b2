// Calendars as text (RFC 5545): content lines, escaped and folded, and what they say of an entry.

/** A key date or a task in a calendar. */
export interface Entry {
  /** The same for ever, in all calendars. */
  readonly uid: string
  /** A day, `2026-05-06`, or a moment. */
  readonly start: string | Date
  readonly summary: string
  readonly description: string
  readonly category: string
  readonly page: string
  /** An RRULE for days. */
  readonly recurrence: string | null
  /** On which days before the start its person is reminded. */
  readonly reminders: readonly number[]
  readonly sequence: number
  readonly createdAt: Date
  readonly changedAt: Date
}

/**
 * The calendar with these entries. The same entries are the same text, so that readers notice when nothing has changed.
 */
export function calendarText(name: string, entries: readonly Entry[]): string {
  const lines = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Chancery//Key dates and tasks//EN',
    'CALSCALE:GREGORIAN',
    `NAME:${escaped(name)}`,
    `X-WR-CALNAME:${escaped(name)}`,
    'REFRESH-INTERVAL;VALUE=DURATION:PT1H',
    'X-PUBLISHED-TTL:PT1H',
    ...(entries.length === 0 ? placeholder : entries.flatMap(linesOf)),
    'END:VCALENDAR',
  ]
  return lines.map((line) => `${folded(line)}\r\n`).join('')
}

// a calendar needs at least one component, even when there is nothing to say
const placeholder = [
  'BEGIN:VTIMEZONE',
  'TZID:Etc/UTC',
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0000',
  'TZOFFSETTO:+0000',
  'END:STANDARD',
  'END:VTIMEZONE',
]

const linesOf = (entry: Entry): readonly string[] => [
  'BEGIN:VEVENT',
  `UID:${escaped(entry.uid)}`,
  // without METHOD this is when the entry was last changed
  `DTSTAMP:${momentText(entry.changedAt)}`,
  `CREATED:${momentText(entry.createdAt)}`,
  `LAST-MODIFIED:${momentText(entry.changedAt)}`,
  `SEQUENCE:${entry.sequence}`,
  typeof entry.start === 'string'
    ? `DTSTART;VALUE=DATE:${entry.start.replaceAll('-', '')}`
    : `DTSTART:${momentText(entry.start)}`,
  ...(entry.recurrence === null ? [] : [`RRULE:${entry.recurrence}`]),
  `SUMMARY:${escaped(entry.summary)}`,
  `DESCRIPTION:${escaped(entry.description)}`,
  `CATEGORIES:${escaped(entry.category)}`,
  `URL:${entry.page}`,
  // nobody is busy because something is due
  'TRANSP:TRANSPARENT',
  ...entry.reminders.flatMap((days) => [
    'BEGIN:VALARM',
    'ACTION:DISPLAY',
    `DESCRIPTION:${escaped(entry.summary)}`,
    `TRIGGER:${triggerText(days)}`,
    'END:VALARM',
  ]),
  'END:VEVENT',
]

const momentText = (at: Date) => `${at.toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`

/**
 * At 7 in the morning, as other reminders: seven hours after the day begins, or seventeen before one of the days
 * before.
 */
const triggerText = (days: number) => (days === 0 ? 'PT7H' : days === 1 ? '-PT17H' : `-P${days - 1}DT17H`)

/** A text as the value of a property. */
const escaped = (text: string): string =>
  text
    .replaceAll(/[\\;,]/g, (character) => `\\${character}`)
    .replaceAll(/\r\n|\r|\n/g, '\\n')
    // no control character is part of a text but the tab
    .replaceAll(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '')

const longestLine = 75

/** Continued on lines that begin with a space, each of at most 75 bytes, between characters. */
export function folded(line: string): string {
  if (Buffer.byteLength(line) <= longestLine) return line
  const lines: string[] = []
  let [current, bytes] = ['', 0]
  for (const character of line) {
    const size = Buffer.byteLength(character)
    if (bytes + size > longestLine) {
      lines.push(current)
      ;[current, bytes] = ['', 1]
    }
    current += character
    bytes += size
  }
  return [...lines, current].join('\r\n ')
}
