// Who has signed a request, when, from where, and what they agreed to; and what can be done about it.
import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { type ReactNode, useState } from 'react'
import { ActionButton } from '../../../components/action-button.tsx'
import { DescriptionList } from '../../../components/description-list.tsx'
import { ErrorAlert } from '../../../components/error-alert.tsx'
import { Modal } from '../../../components/floating/modal.tsx'
import { useFormat } from '../../../components/format-context.ts'
import { Notice } from '../../../components/notice.tsx'
import { ReasonDialog } from '../../../components/reason-dialog.tsx'
import { lazily } from '../../../components/lazily.tsx'
import { changeableTexts } from './changeable-texts.ts'
import { TraitList } from './changeable-pdf.tsx'
import { kindTexts } from '../../signing/fields/fill-texts.ts'
import { detailsTexts } from './details-texts.ts'
import { type SignatureRequest, useRemind, useUnlockSigner, useVoid } from './requests.ts'
import { requestTexts as texts } from './request-texts.ts'
import classes from './signing.module.css'

const ReplaceDialog = lazily(() => import('./replace-dialog.tsx'), 'ReplaceDialog')

/** What the signature itself does not say. */
const isWritten: ReadonlySet<string> = new Set(['Title', 'Text', 'Tick'])

export function RequestDetails(props: {
  contractId: number
  request: SignatureRequest
  onClose: () => void
}) {
  const { contractId, request, onClose } = props
  const remind = useRemind(contractId)
  const [voiding, setVoiding] = useState(false)
  const [replaced, setReplaced] = useState<SignatureRequest['signers'][number]>()
  if (voiding)
    return (
      <VoidDialog
        contractId={contractId}
        request={request}
        onDone={onClose}
        onClose={() => setVoiding(false)}
      />
    )
  if (replaced)
    return (
      <ReplaceDialog
        contractId={contractId}
        requestId={request.id}
        signer={replaced}
        onDone={onClose}
        onClose={() => setReplaced(undefined)}
      />
    )
  const isOpen = request.state === 'Open'
  const isHere = request.service === null
  return (
    <Modal opened onClose={onClose} title={texts.details} size="lg">
      <Stack>
        <ErrorAlert error={remind.error} />
        <OfService request={request} />
        {request.madeFixed.length > 0 ? (
          <div className={classes.lead}>
            {changeableTexts.fixed}
            <TraitList texts={request.madeFixed.map(({ text }) => text)} />
          </div>
        ) : null}
        <ul className={classes.names}>
          {request.signers.map((signer) => (
            <li key={signer.place}>
              <Signer signer={signer} filled={request.fields.filter((each) => each.signer === signer.place)}>
                {signer.locked ? (
                  <LockedSigner contractId={contractId} requestId={request.id} place={signer.place} />
                ) : null}
                {isOpen && isHere && (signer.state === 'Asked' || signer.state === 'Waiting') ? (
                  <div>
                    <Button size="compact-sm" variant="default" onClick={() => setReplaced(signer)}>
                      {texts.replaceOpen(signer.name)}
                    </Button>
                  </div>
                ) : null}
              </Signer>
            </li>
          ))}
        </ul>
        <Group justify="flex-end">
          {isOpen ? (
            <>
              <Button size="sm" variant="default" onClick={() => setVoiding(true)}>
                {texts.voidOpen}
              </Button>
              {isHere ? (
                <ActionButton
                  size="sm"
                  variant="default"
                  busy={remind.isPending}
                  onClick={() => remind.mutate(request.id, { onSuccess: onClose })}
                >
                  {texts.remind}
                </ActionButton>
              ) : null}
            </>
          ) : null}
          <Button size="sm" data-autofocus onClick={onClose}>
            {texts.close}
          </Button>
        </Group>
      </Stack>
    </Modal>
  )
}

/** That their codes are refused, and the end of it. */
function LockedSigner(props: { contractId: number; requestId: number; place: number }) {
  const { contractId, requestId, place } = props
  const unlock = useUnlockSigner(contractId)
  return (
    <Notice kind="caution" title={texts.locked}>
      <ErrorAlert error={unlock.error} />
      <ActionButton
        size="compact-sm"
        variant="default"
        busy={unlock.isPending}
        onClick={() => unlock.mutate({ requestId, place })}
      >
        {texts.unlock}
      </ActionButton>
    </Notice>
  )
}

/** The signing service that it was sent with, and what went wrong there. */
function OfService({ request: { service } }: { request: SignatureRequest }) {
  const format = useFormat()
  if (!service) return null
  return (
    <>
      <div className={classes.lead}>
        {service.accepted
          ? detailsTexts.atService(service.name, format.dateTime(service.accepted))
          : detailsTexts.onItsWay(service.name)}
      </div>
      {service.problem ? (
        <Notice kind="caution" title={texts.problem}>
          {detailsTexts.problemText(service.problem)}
        </Notice>
      ) : null}
    </>
  )
}

function VoidDialog(props: {
  contractId: number
  request: SignatureRequest
  onDone: () => void
  onClose: () => void
}) {
  const { contractId, request, onDone, onClose } = props
  const { id: requestId, service } = request
  const end = useVoid(contractId)
  const [hereOnly, setHereOnly] = useState(false)
  // offered only where the service does not answer
  const isOffered = service !== null && (service.problem !== null || end.error !== null)
  return (
    <ReasonDialog
      title={texts.voidTitle}
      label={texts.reason}
      hint={texts.reasonHint}
      confirmLabel={texts.voidDo}
      busy={end.isPending}
      error={end.error}
      danger
      onConfirm={(reason) =>
        end.mutate({ requestId, reason, ...(hereOnly ? { hereOnly } : {}) }, { onSuccess: onDone })
      }
      onClose={onClose}
    >
      {service ? detailsTexts.voidTextElsewhere(service.name) : texts.voidText}
      {isOffered ? (
        <Checkbox
          label={detailsTexts.hereOnly}
          description={detailsTexts.hereOnlyHint}
          checked={hereOnly}
          onChange={(event) => setHereOnly(event.currentTarget.checked)}
        />
      ) : null}
    </ReasonDialog>
  )
}

function Signer(props: {
  signer: SignatureRequest['signers'][number]
  /** Their fields. */
  filled: SignatureRequest['fields']
  children: ReactNode
}) {
  const { signer, filled, children } = props
  const format = useFormat()
  const { state, viewed, ended, address } = signer
  const stateWord = texts.states[state]
  const what = ended
    ? address
      ? texts.ended(stateWord, format.dateTime(ended), address)
      : detailsTexts.endedAt(stateWord, format.dateTime(ended))
    : viewed
      ? texts.viewed(format.dateTime(viewed))
      : stateWord
  const hash = (
    <span key="hash" className={classes.hash}>
      {signer.sha256}
    </span>
  )
  return (
    <>
      <div className={classes.name}>{signer.name}</div>
      <div className={classes.lead}>
        {[signer.title, signer.party, signer.email, what].filter((part) => part !== null).join(' · ')}
      </div>
      {state === 'Signed' ||
      state === 'Declined' ||
      signer.inPlaceOf.length > 0 ||
      signer.authenticatorApp ? (
        <DescriptionList
          facts={[
            ...(signer.inPlaceOf.length > 0
              ? [
                  [
                    texts.inPlaceOf,
                    signer.inPlaceOf.map(({ name, reason }) => texts.inPlaceOfWhom(name, reason)).join('; '),
                  ] as const,
                ]
              : []),
            ...appFact(signer, format),
            ...filledFacts(filled),
            ...(signer.consent ? [[texts.consent, signer.consent] as const] : []),
            ...(signer.reason ? [[texts.why, signer.reason] as const] : []),
            ...(signer.sha256 ? [[texts.shown, hash] as const] : []),
          ]}
        />
      ) : null}
      {children}
    </>
  )
}

/** That they confirm with an authenticator app, and when they did. */
function appFact(
  { authenticatorApp, appConfirmed }: SignatureRequest['signers'][number],
  format: ReturnType<typeof useFormat>,
): readonly (readonly [string, string])[] {
  if (!authenticatorApp) return []
  return appConfirmed
    ? [[texts.confirmed, texts.confirmedWith(format.dateTime(appConfirmed))]]
    : [[texts.confirms, texts.confirmsWith]]
}

/** What they filled in that the signature itself does not say; fields with one label are one fact. */
function filledFacts(fields: SignatureRequest['fields']): readonly (readonly [string, string])[] {
  const facts = new Map<string, string>()
  for (const { kind, label, page, value } of fields) {
    if (value === null || !isWritten.has(kind)) continue
    const name = texts.onPage(label ?? kindTexts[kind], page)
    const text = value === 'true' ? texts.ticked : value
    const before = facts.get(name)
    facts.set(name, before === undefined ? text : `${before}; ${text}`)
  }
  return [...facts]
}
