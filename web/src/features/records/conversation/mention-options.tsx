// The names that are offered while one is typed after an @.
import { Combobox } from '@mantine/core'
import type { FoundPerson } from '../../../forms/inputs/people-search.ts'
import { nameOf } from '../../../lib/person-name.ts'
import type { Person } from '../record-calls.ts'
import type { RecordRef } from '../records.ts'
import { conversationTexts as texts } from './texts.ts'

export function MentionOptions(props: {
  target: RecordRef
  members: readonly Person[]
  others: readonly FoundPerson[]
}) {
  const { target, members, others } = props
  return (
    <Combobox.Dropdown hidden={members.length + others.length === 0}>
      <Combobox.Options aria-label={texts.mention}>
        {members.map((person) => (
          <Combobox.Option key={person.id} value={person.id}>
            {nameOf(person)}
          </Combobox.Option>
        ))}
        {others.length === 0 ? null : (
          <Combobox.Group label={texts.notOnIt(target.kind.names.one)}>
            {others.map((person) => (
              <Combobox.Option key={person.id} value={person.id}>
                {nameOf(person)}
                <br />
                <small>{person.email}</small>
              </Combobox.Option>
            ))}
          </Combobox.Group>
        )}
      </Combobox.Options>
    </Combobox.Dropdown>
  )
}
