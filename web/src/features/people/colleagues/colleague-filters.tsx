// What the list of people is narrowed by, besides words.
import { Button, NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { roleTexts } from '../../roles/role-texts.ts'
import { rolesQuery } from '../../roles/roles.ts'
import { roles } from '../invited-rows.ts'
import { departmentsQuery, teamsQuery } from '../profile/profile.ts'
import { type ColleagueSearch, statuses } from './colleague-filter.ts'
import classes from './colleagues.module.css'
import { texts } from './texts.ts'

interface Props {
  readonly search: ColleagueSearch
  readonly onChange: (part: ColleagueSearch) => void
}

interface Named {
  readonly id?: number
  readonly name?: string
}

const choices = (some: readonly Named[]) =>
  some.map(({ id, name }) => ({ value: String(id), label: name ?? '' }))

export function ColleagueFilters({ search, onChange }: Props) {
  const { data: own = [] } = useQuery(rolesQuery)
  const { data: teams = [] } = useQuery(teamsQuery)
  const { data: departments = [] } = useQuery(departmentsQuery)
  const select = (name: 'role' | 'status' | 'team' | 'department') => ({
    size: 'sm' as const,
    label: texts[name],
    value: search[name] ?? '',
    onChange: (event: { currentTarget: HTMLSelectElement }) =>
      onChange({ [name]: event.currentTarget.value }),
  })
  return (
    <div className={classes.filters}>
      <NativeSelect
        {...select('role')}
        data={[
          { value: '', label: texts.anyRole },
          ...roles.map((value) => ({ value, label: roleTexts.roles[value] })),
          ...choices(own),
        ]}
      />
      <NativeSelect
        {...select('status')}
        data={[
          { value: '', label: texts.anyStatus },
          ...statuses.map((value) => ({ value, label: texts.statuses[value] })),
        ]}
      />
      <NativeSelect {...select('team')} data={[{ value: '', label: texts.anyTeam }, ...choices(teams)]} />
      <NativeSelect
        {...select('department')}
        data={[
          { value: '', label: texts.anyDepartment },
          { value: 'none', label: texts.noDepartment },
          ...choices(departments),
        ]}
      />
      <Button
        size="sm"
        variant="default"
        onClick={() => onChange({ role: '', status: '', team: '', department: '' })}
      >
        {texts.clear}
      </Button>
    </div>
  )
}
