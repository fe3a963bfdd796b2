// What is recorded of the signatures of a contract.
import { Button, Group, Stack } from '@mantine/core'
import { DescriptionList } from '../../../components/description-list.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Notice } from '../../../components/notice.tsx'
import type { SignedCopy } from './signed-copy.ts'
import classes from './signing.module.css'
import { signingTexts as texts } from './texts.ts'

export function SignedDetails(props: {
  copy: SignedCopy
  onCorrect: (() => void) | undefined
  onClose: () => void
}) {
  const { copy, onCorrect, onClose } = props
  const format = useFormat()
  const { document, signatories, recorded } = copy
  return (
    <Modal opened onClose={onClose} title={texts.details}>
      <Stack>
        {document.isCurrent ? null : (
          <Notice kind="caution" title={texts.later}>
            {null}
          </Notice>
        )}
        <ul className={classes.names}>
          {signatories.map(({ name, title, party, signedOn }) => (
            <li key={`${name} ${party} ${signedOn}`}>
              <div className={classes.name}>{name}</div>
              <div className={classes.lead}>
                {[title, party, format.date(signedOn)].filter((part) => part !== null).join(' · ')}
              </div>
            </li>
          ))}
        </ul>
        <DescriptionList
          facts={[
            [texts.version, texts.versionOf(document.version)],
            [
              texts.sha256,
              <span key="hash" className={classes.hash}>
                {document.sha256}
              </span>,
            ],
            [
              texts.recordedBy,
              texts.who(recorded.userName ?? '', recorded.dateUtc ? format.dateTime(recorded.dateUtc) : ''),
            ],
          ]}
        />
        <Group justify="flex-end">
          {onCorrect ? (
            <Button size="sm" variant="default" onClick={onCorrect}>
              {texts.correct}
            </Button>
          ) : null}
          <Button size="sm" data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}
