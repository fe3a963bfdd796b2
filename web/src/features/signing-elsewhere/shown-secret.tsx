// What the service needs from us: the address for its events, and the secret, which is shown this once.
import { Button, Stack } from '@mantine/core'
import { CopyField } from '../../components/copy-field.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { Notice } from '../../components/notice.tsx'
import { serviceTexts as texts } from './texts.ts'

export function ShownSecret(props: { events: string; signingSecret: string; onClose: () => void }) {
  const { events, signingSecret, onClose } = props
  return (
    <Modal opened onClose={onClose} title={texts.secretTitle} size="lg" closeOnClickOutside={false}>
      <Stack>
        <CopyField label={texts.events} value={events} />
        <Notice kind="caution" title={texts.secret}>
          <p style={{ margin: 0 }}>{texts.secretText}</p>
          <CopyField label={texts.secret} value={signingSecret} />
        </Notice>
        <Button data-autofocus onClick={onClose}>
          {texts.secretDone}
        </Button>
      </Stack>
    </Modal>
  )
}
