// Several timekeepers at one meeting, call or hearing: the same day and a similar text.
import { compareDecimals } from '../../../platform/decimal.ts'
import { isWork, nameOf, numberIn, phraseIn, similarity, textsIn } from '../reading.ts'
import { type Finding, type GuidedLine, type GuidelineRule, severities } from '../rule.ts'

// as many different meetings of one day are told apart
const MOST_MEETINGS = 20

export const meetings: GuidelineRule = {
  name: 'meetings',
  settings: {
    people: { kind: 'number', least: 1, most: 50, default: 2 },
    similarity: { kind: 'number', least: 30, most: 100, default: 60 },
    phrases: {
      kind: 'phrases',
      default: [
        'meeting',
        'conference',
        'call',
        'hearing',
        'deposition',
        'mediation',
        'negotiation',
        'videoconference',
        'teleconference',
        'attend',
        'attended',
        'attending',
        'attendance',
      ],
    },
  },
  severities,
  severity: 'Flag',
  reason: 'Staffing',
  firmText: 'More people were at this meeting than are paid for.',
  *ofInvoice(settings, { invoice }) {
    const most = numberIn(settings, 'people')
    const isMeeting = meetingIn(textsIn(settings, 'phrases'))
    const days = new Map<string, GuidedLine[][]>()
    for (const line of invoice.lines) {
      yield undefined
      if (!isWork(line) || line.who === null || line.workDate === null || !isMeeting(line)) continue
      const meetingsOfDay = days.get(line.workDate) ?? []
      days.set(line.workDate, meetingsOfDay)
      addTo(meetingsOfDay, line, numberIn(settings, 'similarity'))
    }
    for (const meeting of [...days.values()].flat()) yield* beyond(meeting, most)
  },
}

const meetingIn = (phrases: readonly string[]) => (line: GuidedLine) =>
  line.activityCode === 'A109' || phraseIn(line.words, phrases) !== undefined

function addTo(meetingsOfDay: GuidedLine[][], line: GuidedLine, least: number): void {
  const same = meetingsOfDay.find(([first]) => first && similarity(first.words, line.words) >= least)
  if (same) same.push(line)
  else if (meetingsOfDay.length < MOST_MEETINGS) meetingsOfDay.push([line])
}

/** The lines of those who were too many: the people whose lines cost least. */
function beyond(meeting: readonly GuidedLine[], most: number): readonly Finding[] {
  const byCost = meeting.toSorted((a, b) => compareDecimals(b.amount, a.amount) || a.number - b.number)
  const people = [...new Set(byCost.map(({ who }) => who))]
  if (people.length <= most) return []
  const kept = new Set(people.slice(0, most))
  const why = `${people.length} people at one meeting on ${meeting[0]?.workDate}; ${most} are paid for.`
  return meeting
    .filter(({ who }) => !kept.has(who))
    .map((line) => ({
      line: line.number,
      why: `${why} One of them is ${nameOf(line)}.`,
      excess: line.amount,
    }))
}
