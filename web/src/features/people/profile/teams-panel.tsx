// The teams of somebody: added and taken off.
import { Button, Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Panel } from '../../../components/panel.tsx'
import { showToast } from '../../../components/toast-store.ts'
import type { Person } from '../people.ts'
import classes from '../people.module.css'
import { teamsQuery, useChangeTeam } from './profile.ts'
import { texts } from './texts.ts'

interface Team {
  readonly id: number
  readonly name: string
}

export function TeamsPanel({ userId, teams }: { userId: string; teams: Person['teams'] }) {
  const { data: all = [] } = useQuery(teamsQuery)
  const change = useChangeTeam(userId)
  const held = new Set(teams?.map(({ id }) => id))
  const set = ({ id, name }: Team, isMember: boolean) =>
    change.mutate(
      { teamId: id, isMember },
      { onSuccess: () => showToast({ text: isMember ? texts.added(name) : texts.takenOff(name) }) },
    )
  const offered = all.flatMap(({ id, name }) =>
    id === undefined || name === undefined || held.has(id) ? [] : [{ id, name }],
  )
  return (
    <Panel title={texts.teams}>
      <p className={classes.none}>{held.size === 0 ? texts.teamsNone : texts.teamsLead}</p>
      <ul className={classes.list}>
        {teams?.map((team) => (
          <li key={team.id} className={classes.row}>
            <span className={classes.what}>{team.name}</span>
            <Button
              size="xs"
              variant="default"
              aria-label={texts.takeOffTeam(team.name)}
              onClick={() => set(team, false)}
            >
              {texts.takeOff}
            </Button>
          </li>
        ))}
      </ul>
      {offered.length === 0 ? null : (
        <Select
          // empty after each
          key={held.size}
          maw="24rem"
          size="sm"
          label={texts.addTeam}
          searchable
          nothingFoundMessage={texts.nothingFound}
          limit={100}
          data={offered.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={null}
          onChange={(chosen) => {
            const team = offered.find(({ id }) => String(id) === chosen)
            if (team) set(team, true)
          }}
        />
      )}
      <ErrorAlert error={change.error} />
    </Panel>
  )
}
