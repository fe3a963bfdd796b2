// Whether a confidential client must always send its secret; shown when creating and editing.
import { Radio, Stack } from '@mantine/core'

export function SecretRequiredField({
  value,
  onChange,
}: {
  value: boolean
  onChange: (required: boolean) => void
}) {
  return (
    <Radio.Group
      label="Must it send its secret every time?"
      size="md"
      value={value ? 'required' : 'optional'}
      onChange={(chosen) => onChange(chosen === 'required')}
    >
      <Stack gap="xs" mt="xs">
        <Radio
          value="required"
          label="Yes, always (recommended)"
          description="Without the secret it gets no tokens, so a stolen code or refresh token is useless on its own."
        />
        <Radio
          value="optional"
          label="No, the secret is optional"
          description="For a client that also runs where a secret cannot be kept. Refresh tokens issued without the secret last 1 day."
        />
      </Stack>
    </Radio.Group>
  )
}
