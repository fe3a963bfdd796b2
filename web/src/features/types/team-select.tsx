// The team of new records of a type.
import { NativeSelect } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { teamsQuery } from '../security/provisioning.ts'
import { typesTexts as texts } from './texts.ts'

export function TeamSelect(props: {
  value: number | null
  error: string | undefined
  onChange: (teamId: number | null) => void
}) {
  const { value, error, onChange } = props
  const teams = useQuery(teamsQuery)
  return (
    <NativeSelect
      label={texts.team}
      description={texts.teamHint}
      error={error}
      value={value === null ? '' : String(value)}
      data={[
        { value: '', label: texts.noTeam },
        ...(teams.data ?? []).map(({ id, name }) => ({ value: String(id), label: name ?? '' })),
      ]}
      onChange={({ currentTarget: { value: chosen } }) => onChange(chosen === '' ? null : Number(chosen))}
    />
  )
}
