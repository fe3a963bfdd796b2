// Files that came by mail, each with the question whether it is a new version: compare, take, or say that it is none.
import { Button } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { ButtonLink, TextLink } from '../../../components/links.tsx'
import { nameOf } from '../../../lib/person-name.ts'
import { wordsOf } from '../../files/file/document-view.ts'
import { AcceptDialog } from './accept-dialog.tsx'
import { type MailedVersion, type MailedVersions, useDeclineMailed, useTakeMailed } from './mailed.ts'
import classes from './shares-panel.module.css'
import { otherSideTexts as texts } from './texts.ts'

interface Props {
  contractId: number
  document: NonNullable<MailedVersions['document']>
  asked: readonly MailedVersion[]
  /** The file whose page it is, if it is the page of one. */
  fileId: number | undefined
}

export function MailedPanel(props: Props) {
  const { document, asked } = props
  return (
    <section className={classes.panel} aria-labelledby="came-by-mail">
      <h2 id="came-by-mail" className={classes.title}>
        {texts.isVersion(document.name)}
      </h2>
      <ul className={classes.list}>
        {asked.map((version) => (
          <li key={version.id} className={classes.share}>
            <Asked {...props} version={version} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Asked({ contractId, document, fileId, version }: Props & { version: MailedVersion }) {
  const { id, name, file, mail, received, state } = version
  const format = useFormat()
  const take = useTakeMailed(contractId)
  const decline = useDeclineMailed(contractId)
  const [taking, setTaking] = useState(false)
  const sender = received.user ? nameOf(received.user) : texts.somebody
  return (
    <>
      <div className={classes.acts}>
        <TextLink to="/files/$id" params={{ id: String(file.id) }} className={classes.file ?? ''}>
          {name}
        </TextLink>
        <span className={classes.facts}>{texts.byMail(sender, format.dateTime(received.dateUtc))}</span>
        {mail && mail.id !== fileId ? (
          <TextLink to="/files/$id" params={{ id: String(mail.id) }} className={classes.facts ?? ''}>
            {texts.openMail}
          </TextLink>
        ) : null}
        {state === 'Declined' ? <span className={classes.facts}>{texts.isNone}</span> : null}
      </div>
      <ErrorAlert error={decline.error} />
      <div className={classes.acts}>
        <ButtonLink
          size="xs"
          variant="default"
          to="/files/$id"
          params={{ id: String(file.id) }}
          search={wordsOf(file.id, { compare: { fileId: document.id, version: document.version } })}
        >
          {texts.compareMailed}
        </ButtonLink>
        <Button size="xs" onClick={() => setTaking(true)}>
          {texts.take}
        </Button>
        {state === 'Offered' ? (
          <ActionButton
            size="xs"
            variant="default"
            busy={decline.isPending}
            onClick={() => decline.mutate(id)}
          >
            {texts.none}
          </ActionButton>
        ) : null}
      </div>
      {taking ? (
        <AcceptDialog
          fileId={document.id}
          name={name}
          busy={take.isPending}
          error={take.error}
          onAccept={(now) =>
            take.mutate({ versionId: id, version: now }, { onSuccess: () => setTaking(false) })
          }
          onClose={() => setTaking(false)}
        />
      ) : null}
    </>
  )
}
