// Where everybody who has a sealed PDF sees whether it is complete and unchanged.
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { type CheckedSeal, type SealCheck, useCheckSeals } from './seals.ts'
import classes from './seals.module.css'
import { checkTexts as texts } from './texts.ts'

export function CheckPage() {
  const check = useCheckSeals()
  const [name, setName] = useState('')
  const take = (file: File) => {
    if (check.isPending) return
    setName(file.name)
    check.mutate({ file, name: `${file.name} ${file.lastModified} ${file.size}` })
  }
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        <FileDrop label={texts.title} button={texts.choose} accept=".pdf,application/pdf" onFile={take}>
          <output>{check.isPending ? texts.checking : texts.drop}</output>
        </FileDrop>
        <ErrorAlert error={check.error} />
        <p className={classes.quiet}>{texts.kind}</p>
      </Panel>
      {check.data && !check.error ? <Found name={name} check={check.data} /> : null}
    </Page>
  )
}

const kinds = { Extended: 'caution', Changed: 'problem', NotOurs: 'caution', NotSealed: 'caution' } as const

function Found({ name, check: { verdict, validationData, seals } }: { name: string; check: SealCheck }) {
  const { title, text } = texts.verdicts[verdict]
  return (
    <Panel title={name}>
      {verdict === 'Unchanged' ? (
        <output className={classes.good}>
          <IconCircleCheck size={24} stroke={1.5} aria-hidden="true" />
          <span className={classes.what}>
            <strong>{title}</strong>
            {text}
          </span>
        </output>
      ) : (
        <Notice kind={kinds[verdict]} title={title}>
          {text}
        </Notice>
      )}
      {validationData ? <p className={classes.quiet}>{texts.validationData}</p> : null}
      {seals.map((seal, index) => (
        // the same person may have signed twice
        // oxlint-disable-next-line react/no-array-index-key
        <Seal key={index} seal={seal} />
      ))}
    </Panel>
  )
}

function Seal({ seal }: { seal: CheckedSeal }) {
  const format = useFormat()
  const { organization, subject, issuer, reason, timeStamp, sealedAt, replacedAt } = seal
  const when = timeStamp
    ? texts.stamped(format.dateTime(timeStamp.at), timeStamp.by)
    : sealedAt
      ? texts.claimed(format.dateTime(sealedAt))
      : texts.noTime
  const certificate = [
    seal.selfMade ? texts.ownCertificate(subject) : texts.issuedBy(subject, issuer),
    replacedAt ? texts.replacedAt(format.date(replacedAt)) : null,
    seal.validWhenSealed === false ? texts.notValid : null,
  ]
  const title = organization
    ? texts.sealOf(organization)
    : subject
      ? texts.signatureOf(subject)
      : texts.unreadable
  return (
    <section className={classes.seal} aria-label={title}>
      <h3>{title}</h3>
      <DescriptionList
        facts={[
          ...(reason ? [[texts.says, reason] as const] : []),
          [texts.when, when],
          ...(subject
            ? [[texts.certificate, certificate.filter((part) => part !== null).join(', ')] as const]
            : []),
          [texts.content, seal.intact ? texts.intact : texts.notIntact],
          [texts.covers, seal.coversWholeFile ? texts.whole : texts.part],
        ]}
      />
    </section>
  )
}
