// The law firms of the organisation, found by name; adding one, and connecting one that uses the product already.
import { Button, Group, Stack, TextInput } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { ErrorPanel } from '../../components/error-panel.tsx'
import { Modal } from '../../components/floating/modal.tsx'
import { useFormat } from '../../components/format-context.ts'
import { TextLink } from '../../components/links.tsx'
import { PageSkeleton } from '../../components/page-skeleton.tsx'
import { Page } from '../../components/page.tsx'
import { Panel } from '../../components/panel.tsx'
import { showToast } from '../../components/toast-store.ts'
import { useDebouncedValue } from '../../lib/debounced.ts'
import { fieldError } from '../../lib/refusal.ts'
import { messageOf } from '../../lib/refusal-message.ts'
import { AddFirm } from './add-firm.tsx'
import { firmTexts as texts } from './firm-texts.ts'
import { lawFirmsQuery, type LawFirm, type Offer, offersQuery, useOffer, useOfferAct } from './firms.ts'
import classes from './people.module.css'

export function LawFirmsPage() {
  const [words, setWords] = useState('')
  const asked = useDebouncedValue(words.trim(), 250)
  const found = useInfiniteQuery(lawFirmsQuery(asked))
  const firms = found.data?.pages.flatMap(({ items }) => items) ?? []
  return (
    <Page title={texts.title} lead={texts.lead}>
      <Panel>
        <TextInput
          size="sm"
          type="search"
          maw="24rem"
          mb="xs"
          aria-label={texts.find}
          placeholder={texts.find}
          value={words}
          onChange={(event) => setWords(event.currentTarget.value)}
        />
        {found.isPending ? <PageSkeleton lines={4} /> : null}
        {found.isError ? <ErrorPanel error={found.error} retry={found.refetch} /> : null}
        <output className={classes.none}>
          {found.isSuccess ? texts.found(found.data.pages[0]?.count ?? 0) : ''}
        </output>
        <ul className={classes.list} aria-label={texts.title}>
          {firms.map((firm) => (
            <FirmRow key={firm.id} firm={firm} />
          ))}
        </ul>
        {found.hasNextPage ? (
          <Button size="sm" variant="default" onClick={() => void found.fetchNextPage()}>
            {texts.more}
          </Button>
        ) : null}
        <Group mt="sm">
          <AddFirm />
          <Connect />
        </Group>
      </Panel>
      <Offers />
    </Page>
  )
}

function FirmRow({ firm: { id, name, linked, people, terms } }: { firm: LawFirm }) {
  const format = useFormat()
  const today = format.today()
  const hasTerms = Object.values(terms).some((term) => term !== null)
  const until =
    terms.ends === null
      ? undefined
      : terms.ends < today
        ? texts.termsEnded(format.date(terms.ends))
        : texts.termsUntil(format.date(terms.ends))
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <TextLink size="sm" to="/administration/law-firms/$lawFirmId" params={{ lawFirmId: String(id) }}>
          {name}
        </TextLink>
        <span className={classes.about}>
          {texts.people(people.active, people.invited, people.left)},{' '}
          {texts.linked(format.date(linked.dateUtc))}
        </span>
      </span>
      <span className={classes.about}>{until ?? (hasTerms ? '' : texts.noTerms)}</span>
    </li>
  )
}

function Connect() {
  const [opened, setOpened] = useState(false)
  return (
    <>
      <Button size="xs" variant="default" onClick={() => setOpened(true)}>
        {texts.connect}
      </Button>
      <Modal opened={opened} onClose={() => setOpened(false)} title={texts.connectTitle}>
        {opened ? <ConnectForm onClose={() => setOpened(false)} /> : null}
      </Modal>
    </>
  )
}

function ConnectForm({ onClose }: { onClose: () => void }) {
  const offer = useOffer()
  const [email, setEmail] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    offer.mutate(email, {
      onSuccess: () => {
        showToast({ text: texts.offered(email) })
        onClose()
      },
    })
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <p className={classes.none}>{texts.connectLead}</p>
        <ErrorAlert error={offer.error} shownFields={['email']} />
        <TextInput
          data-autofocus
          required
          type="email"
          label={texts.connectEmail}
          value={email}
          error={fieldError(offer.error, 'email')}
          onChange={(event) => setEmail(event.currentTarget.value)}
        />
        <Group justify="flex-end">
          <Button variant="default" onClick={onClose}>
            Cancel
          </Button>
          <ActionButton type="submit" busy={offer.isPending}>
            {texts.connectSend}
          </ActionButton>
        </Group>
      </Stack>
    </form>
  )
}

function Offers() {
  const offers = useQuery(offersQuery)
  if (!offers.data || offers.data.length === 0) return null
  return (
    <Panel title={texts.offers}>
      <ul className={classes.list}>
        {offers.data.map((offer) => (
          <OfferRow key={offer.id} offer={offer} />
        ))}
      </ul>
    </Panel>
  )
}

function OfferRow({ offer: { id, direction, organization, email, expires } }: { offer: Offer }) {
  const format = useFormat()
  const act = useOfferAct()
  const day = expires ? format.date(expires.dateUtc) : ''
  const isSent = direction === 'Sent'
  const name = isSent ? email : organization.name
  const end = isSent ? texts.withdraw : texts.decline
  const failed = { onError: (error: unknown) => showToast({ text: messageOf(error), problem: true }) }
  return (
    <li className={classes.row}>
      <span className={classes.what}>
        <span className={classes.name}>{name}</span>
        <span className={classes.about}>
          {isSent ? texts.offerSent(email, day) : texts.offerReceived(day)}
        </span>
      </span>
      <span className={classes.acts}>
        {isSent ? null : (
          <ActionButton
            size="xs"
            busy={act.isPending}
            aria-label={texts.acceptOf(name)}
            onClick={() => act.mutate({ offerId: id, act: 'accept', done: texts.accepted }, failed)}
          >
            {texts.accept}
          </ActionButton>
        )}
        <ActionButton
          size="xs"
          variant="default"
          busy={act.isPending}
          aria-label={texts.endOf(end, name)}
          onClick={() =>
            act.mutate({ offerId: id, act: 'end', done: isSent ? texts.withdrawn : texts.declined }, failed)
          }
        >
          {end}
        </ActionButton>
      </span>
    </li>
  )
}
