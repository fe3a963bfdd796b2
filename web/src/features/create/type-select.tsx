// Choosing the type of something new: searched as one types, those used lately on top.
import { Select } from '@mantine/core'
import type { KindNames } from '../../lib/kinds.ts'
import { useSignedIn } from '../session/session.ts'
import { recentTypes, type TypeChoice } from './create.ts'
import { createTexts as texts } from './texts.ts'

export function TypeSelect(props: {
  kind: KindNames
  types: readonly TypeChoice[] | undefined
  value: number | undefined
  error: string | undefined
  onChange: (id: number) => void
}) {
  const { kind, types = [], value, error, onChange } = props
  const { user } = useSignedIn()
  const recent = recentTypes(user.id, kind.many).filter((id) => types.some((type) => type.id === id))
  const entry = ({ id, name }: TypeChoice) => ({ value: String(id), label: name })
  const used = recent.flatMap((id) => types.filter((type) => type.id === id)).map(entry)
  const others = types.filter(({ id }) => !recent.includes(id)).map(entry)
  const data =
    used.length === 0
      ? others
      : [
          { group: texts.recent, items: used },
          { group: texts.all, items: others },
        ]
  return (
    <div data-field="type">
      <Select
        data-autofocus
        label={texts.type}
        description={texts.typeHint}
        placeholder={texts.typeSearch}
        withAsterisk
        aria-required
        searchable
        allowDeselect={false}
        nothingFoundMessage={types.length === 0 ? texts.noTypes : texts.nothingFound}
        data={data}
        value={value === undefined ? null : String(value)}
        error={error}
        onChange={(chosen) => chosen !== null && onChange(Number(chosen))}
      />
    </div>
  )
}
