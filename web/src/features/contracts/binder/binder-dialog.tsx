// Downloading an agreement as a whole: with its amendments, files, approvals and signatures.
import { Button, Group, Radio, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { answer, client } from '../../../lib/client.ts'
import { saveBytes } from '../../../lib/save-bytes.ts'
import { useAction } from '../../../lib/use-action.ts'
import { binderTexts as texts } from './texts.ts'

const forms = ['pdf', 'zip', 'sheet'] as const

interface Props {
  contractId: number
  name: string
  onClose: () => void
}

export function BinderDialog({ contractId, name, onClose }: Props) {
  const [form, setForm] = useState<(typeof forms)[number]>('pdf')
  const download = useAction({
    mutationFn: async (of: 'pdf' | 'sheet') => {
      const bytes = await answer(
        client.GET('/v2/contracts/{contractId}/binder', {
          params: { path: { contractId }, query: { form: of } },
          parseAs: 'arrayBuffer',
        }),
      )
      saveBytes(bytes, 'application/pdf', texts.fileName(name, of))
    },
    onSuccess: onClose,
  })
  return (
    <Modal opened onClose={onClose} title={texts.title}>
      <Stack>
        <ErrorAlert error={download.error} />
        <Radio.Group
          label={texts.label}
          value={form}
          onChange={(value) => setForm(forms.find((each) => each === value) ?? 'pdf')}
        >
          <Stack gap="sm" mt="xs">
            {forms.map((each) => (
              <Radio
                key={each}
                value={each}
                label={texts.forms[each].label}
                description={texts.forms[each].description}
              />
            ))}
          </Stack>
        </Radio.Group>
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            {texts.cancel}
          </Button>
          {form === 'zip' ? (
            // as large as its files are: the browser saves it while it arrives
            <Button component="a" href={`/v2/contracts/${contractId}/binder?form=zip`} onClick={onClose}>
              {texts.download}
            </Button>
          ) : (
            <ActionButton busy={download.isPending} onClick={() => download.mutate(form)}>
              {texts.download}
            </ActionButton>
          )}
        </Group>
      </Stack>
    </Modal>
  )
}
