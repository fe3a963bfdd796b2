// From which bucket files of an import come, and with which access key.
import { Button, Group, PasswordInput, Stack, Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { fieldError } from '../../lib/refusal.ts'
import { type Bucket, useAddBucket } from './imports.ts'
import { texts } from './texts.ts'

const fields = [
  { name: 'endpoint', label: texts.endpoint, hint: texts.endpointHint, isNeeded: true },
  { name: 'region', label: texts.region, hint: undefined, isNeeded: true },
  { name: 'bucket', label: texts.bucket, hint: undefined, isNeeded: true },
  { name: 'prefix', label: texts.prefix, hint: texts.prefixHint, isNeeded: false },
  { name: 'accessKeyId', label: texts.accessKeyId, hint: undefined, isNeeded: true },
] as const

const empty = {
  endpoint: '',
  region: 'us-east-1',
  bucket: '',
  prefix: '',
  accessKeyId: '',
  secretAccessKey: '',
} satisfies Bucket

export function BucketDialog({ importId, onClose }: { importId: number; onClose: () => void }) {
  const add = useAddBucket(importId)
  const [bucket, setBucket] = useState<typeof empty>(empty)
  const set = (name: keyof typeof empty) => (event: { currentTarget: { value: string } }) => {
    const { value } = event.currentTarget
    setBucket((before) => ({ ...before, [name]: value }))
  }
  return (
    <Modal opened onClose={onClose} title={texts.bucketTitle}>
      <form
        autoComplete="off"
        onSubmit={(event) => {
          event.preventDefault()
          add.mutate(bucket, { onSuccess: onClose })
        }}
      >
        <Stack>
          <Text size="sm">{texts.bucketLead}</Text>
          <ErrorAlert error={add.error} shownFields={Object.keys(empty)} />
          {fields.map(({ name, label, hint, isNeeded }) => (
            <TextInput
              key={name}
              size="sm"
              label={label}
              description={hint}
              required={isNeeded}
              value={bucket[name]}
              error={fieldError(add.error, name)}
              onChange={set(name)}
            />
          ))}
          <PasswordInput
            size="sm"
            label={texts.secretAccessKey}
            required
            autoComplete="off"
            value={bucket.secretAccessKey}
            error={fieldError(add.error, 'secretAccessKey')}
            onChange={set('secretAccessKey')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" busy={add.isPending}>
              {texts.fetch}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
