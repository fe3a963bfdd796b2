// What every type has in the form that changes it: a name, and what it is for.
import { Textarea, TextInput } from '@mantine/core'
import { fieldError } from '../../lib/refusal.ts'
import { typesTexts as texts } from './texts.ts'

interface Named {
  readonly name: string
  readonly description: string
}

export function NameFields(props: {
  value: Named
  error: unknown
  onChange: (part: Partial<Named>) => void
}) {
  const { value, error, onChange } = props
  return (
    <>
      <TextInput
        required
        label={texts.name}
        maxLength={255}
        value={value.name}
        error={fieldError(error, 'name')}
        onChange={(event) => onChange({ name: event.currentTarget.value })}
      />
      <Textarea
        label={texts.description}
        description={texts.descriptionHint}
        autosize
        maxLength={1000}
        value={value.description}
        error={fieldError(error, 'description')}
        onChange={(event) => onChange({ description: event.currentTarget.value })}
      />
    </>
  )
}

/** The two as calls take them. */
export const namedBody = ({ name, description }: Named) => ({
  name: name.trim(),
  description: description.trim() === '' ? null : description.trim(),
})
