// The people of a team: added and taken off.
import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { PersonSelect } from '../../forms/inputs/person-input.tsx'
import { nameOf } from '../../lib/person-name.ts'
import { membersQuery } from './members.ts'
import { useChangeMember } from './reference-lists.ts'
import classes from './reference-lists.module.css'
import { texts } from './texts.ts'

export function TeamMembers({ teamId }: { teamId: number }) {
  const members = useQuery(membersQuery(teamId))
  const change = useChangeMember(teamId)
  const known = new Set(members.data?.map(({ id }) => id))
  return (
    <div className={classes.form}>
      <PersonSelect
        // an empty input after each
        key={members.data?.length ?? 0}
        label={texts.addMember}
        person={undefined}
        colleaguesOnly
        offers={({ id }) => !known.has(id)}
        onPerson={(person) => {
          if (!person) return
          change.mutate({ userId: person.id, isMember: true, done: texts.memberAdded(nameOf(person)) })
        }}
      />
      <ErrorAlert error={change.error} />
      {members.isPending ? <PageSkeleton lines={3} /> : null}
      {members.isError ? <ErrorPanel error={members.error} retry={members.refetch} /> : null}
      {members.data?.length === 0 ? <p className={classes.quiet}>{texts.membersNone}</p> : null}
      <ul className={classes.entries}>
        {members.data?.map((person) => (
          <li key={person.id} className={classes.entry}>
            <span className={classes.what}>
              <span className={classes.name}>{nameOf(person)}</span>
              <span className={classes.quiet}>{person.email}</span>
            </span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.removeMemberOf(nameOf(person))}
              onClick={() =>
                change.mutate({
                  userId: person.id ?? '',
                  isMember: false,
                  done: texts.memberRemoved(nameOf(person)),
                })
              }
            >
              {texts.removeMember}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  )
}
