// Where everybody who has a sealed PDF sees whether it is complete and unchanged.
import { Button } from '@mantine/core'
import { IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { DescriptionList } from '../../components/description-list.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { FileDrop } from '../../components/file-drop.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Notice } from '../../components/notice.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { saveBytes } from '../../lib/save-bytes.ts'
import { type CheckedSeal, type SealCheck, useCheckSeals } from './seals.ts'
import classes from './seals.module.css'
import { checkTexts as texts } from './texts.ts'

export function CheckPage() {
  const check = useCheckSeals()
  const [file, setFile] = useState<File>()
  const take = (chosen: File) => {
    if (check.isPending) return
    setFile(chosen)
    check.mutate({ file: chosen, name: `${chosen.name} ${chosen.lastModified} ${chosen.size}` })
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
      {file && check.data && !check.error ? <Found file={file} check={check.data} /> : null}
    </Page>
  )
}

const kinds = { Extended: 'problem', Changed: 'problem', NotOurs: 'caution', NotSealed: 'caution' } as const

function Found({ file, check: { verdict, validationData, seals } }: { file: File; check: SealCheck }) {
  const { title, text } = texts.verdicts[verdict]
  const last = seals.findLast(({ organization }) => organization !== null)
  const owners = new Set(seals.flatMap(({ organization }) => organization ?? []))
  return (
    <Panel title={file.name}>
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
          {verdict === 'Extended' && last && last.coveredBytes < file.size ? (
            <SealedPart file={file} seal={last} label={texts.sealedPart} />
          ) : null}
        </Notice>
      )}
      {verdict === 'Unchanged' && owners.size > 1 && last?.organization ? (
        <Notice kind="caution" title={texts.severalTitle}>
          {texts.several(last.organization)}
        </Notice>
      ) : null}
      {validationData ? <p className={classes.quiet}>{texts.validationData}</p> : null}
      {seals.map((seal, index) => (
        // the same person may have signed twice
        // oxlint-disable-next-line react/no-array-index-key
        <Seal key={index} seal={seal} file={file} isOffered={owners.size > 1 && seal !== last} />
      ))}
    </Panel>
  )
}

/** What a seal covers is the file as it was then: the browser has it already. */
function SealedPart({ file, seal, label }: { file: File; seal: CheckedSeal; label: string }) {
  const save = () =>
    saveBytes(file.slice(0, seal.coveredBytes), 'application/pdf', texts.sealedName(file.name))
  return (
    <Button className={classes.part ?? ''} variant="default" onClick={save}>
      {label}
    </Button>
  )
}

interface SealProps {
  readonly seal: CheckedSeal
  readonly file: File
  readonly isOffered: boolean
}

function Seal({ seal, file, isOffered }: SealProps) {
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
          ...(organization ? ownerFacts(seal, format.date) : []),
          ...(reason ? [[texts.says, reason] as const] : []),
          [texts.when, when],
          ...(subject
            ? [[texts.certificate, certificate.filter((part) => part !== null).join(', ')] as const]
            : []),
          ...(seal.fingerprint
            ? [[texts.fingerprint, <Fingerprint key="hash" hash={seal.fingerprint} />] as const]
            : []),
          [texts.content, seal.intact ? texts.intact : texts.notIntact],
          [texts.covers, seal.coversWholeFile ? texts.whole : texts.part],
        ]}
      />
      {isOffered && seal.intact ? <SealedPart file={file} seal={seal} label={texts.asItWas} /> : null}
    </section>
  )
}

const Fingerprint = ({ hash }: { hash: string }) => (
  <span className={classes.hash}>{hash.replaceAll(/(.{4})(?=.)/g, '$1 ')}</span>
)

/** Who sealed, and what is known of them beside the name, which they chose. */
function ownerFacts(
  { organizationToday, organization, mailDomains }: CheckedSeal,
  day: (at: string) => string,
) {
  const domains = mailDomains.map(({ domain, provedAt }) => texts.proved(domain, day(provedAt)))
  return [
    ...(organizationToday !== organization && organizationToday !== null
      ? [[texts.nameToday, organizationToday] as const]
      : []),
    [texts.mailDomain, domains.length > 0 ? domains.join(', ') : texts.noDomain] as const,
  ]
}
