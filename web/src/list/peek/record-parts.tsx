// What the panel beside a list shows of every record: its latest status, its next dates, its people.
import { DayCell, MomentCell } from '../cells/cells.tsx'
import { personName } from '../filters/pickers.ts'
import { texts } from '../texts.ts'
import { PeekFacts, PeekPart } from './peek-facts.tsx'

interface Overview {
  readonly latestStatus?: {
    readonly message: string
    readonly created: { readonly dateUtc: string; readonly userName: string }
  } | null
  readonly nextDates: readonly { readonly name: string; readonly date: string }[]
  readonly people: readonly {
    readonly user: { readonly firstName?: string; readonly lastName?: string; readonly email?: string }
    readonly roles: readonly string[]
  }[]
}

export function RecordParts({ overview: { latestStatus, nextDates, people } }: { overview: Overview }) {
  return (
    <>
      {latestStatus && (
        <PeekPart title={texts.latestStatus}>
          <p>{latestStatus.message}</p>
          <p>
            {latestStatus.created.userName}, <MomentCell value={latestStatus.created.dateUtc} />
          </p>
        </PeekPart>
      )}
      {nextDates.length > 0 && (
        <PeekPart title={texts.nextDates}>
          <PeekFacts
            facts={nextDates.map(({ name, date }) => [name, <DayCell key={name} value={date} />] as const)}
          />
        </PeekPart>
      )}
      {people.length > 0 && (
        <PeekPart title={texts.people}>
          <PeekFacts facts={people.map(({ user, roles }) => [personName(user), roles.join(', ')] as const)} />
        </PeekPart>
      )}
    </>
  )
}
