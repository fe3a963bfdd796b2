// Adding a signing service, which then shows its secret, and changing one.
import { Button, Group, PasswordInput, Stack, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { showToast } from '../../components/toast-store.ts'
import { fieldError } from '../../lib/refusal.ts'
import { ShownSecret } from './shown-secret.tsx'
import { type SigningService, useAddService, useChangeService } from './signing-elsewhere.ts'
import { serviceTexts as texts } from './texts.ts'

export function ServiceDialog(props: { service: SigningService | undefined; onClose: () => void }) {
  const { service, onClose } = props
  const add = useAddService()
  const change = useChangeService(service?.id ?? 0)
  const [name, setName] = useState(service?.name ?? '')
  const [url, setUrl] = useState(service?.url ?? '')
  const [token, setToken] = useState('')
  const { error, isPending } = service ? change : add
  if (add.data) return <ShownSecret {...add.data} onClose={onClose} />

  function submit(event: FormEvent) {
    event.preventDefault()
    const given = { name: name.trim(), url: url.trim(), token: token.trim() }
    if (!service) return add.mutate(given)
    const changes = {
      name: given.name,
      ...(given.url === service.url ? {} : { url: given.url }),
      ...(given.token === '' ? {} : { token: given.token }),
    }
    change.mutate(changes, {
      onSuccess: () => {
        showToast({ text: texts.changed })
        onClose()
      },
    })
  }

  const isIncomplete = name.trim() === '' || url.trim() === '' || (!service && token.trim() === '')
  return (
    <Modal opened onClose={onClose} title={service ? texts.changeTitle : texts.newTitle} size="lg">
      <form onSubmit={submit} noValidate>
        <Stack>
          <ErrorAlert error={error} shownFields={['name', 'url', 'token']} />
          <TextInput
            data-autofocus
            required
            label={texts.name}
            description={texts.nameHint}
            maxLength={100}
            value={name}
            onChange={(event) => setName(event.currentTarget.value)}
            error={fieldError(error, 'name')}
          />
          <TextInput
            required
            label={texts.url}
            description={texts.urlHint}
            type="url"
            inputMode="url"
            autoComplete="off"
            spellCheck={false}
            maxLength={500}
            placeholder="https://sign.example.com/chancery"
            value={url}
            onChange={(event) => setUrl(event.currentTarget.value)}
            error={fieldError(error, 'url')}
          />
          <PasswordInput
            required={!service}
            label={texts.token}
            description={service ? texts.tokenKept : texts.tokenHint}
            autoComplete="off"
            maxLength={2_000}
            value={token}
            onChange={(event) => setToken(event.currentTarget.value)}
            error={fieldError(error, 'token')}
          />
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              {texts.cancel}
            </Button>
            <ActionButton type="submit" busy={isPending} disabled={isIncomplete}>
              {service ? texts.save : texts.addDo}
            </ActionButton>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
