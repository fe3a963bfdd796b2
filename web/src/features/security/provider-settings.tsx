// The settings of the identity provider: its protocol, and what is entered of it.
import { Button, Checkbox, FileButton, PasswordInput, Radio, Stack, Textarea, TextInput } from '@mantine/core'
import { type FormEvent, useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import { fieldError } from '../../lib/refusal.ts'
import forms from '../session/form.module.css'
import { certificatesIn, pemOf } from './certificates-text.ts'
import { focusTest } from './provider-test.tsx'
import {
  type ProviderEntry,
  type ProviderSettings,
  type ProviderSetup,
  usePrepareProvider,
} from './sign-in-provider.ts'

const shownFields = [
  'name',
  'issuer',
  'clientId',
  'clientSecret',
  'metadata',
  'ssoUrl',
  'certificates',
  'emailAttribute',
]

/** Remount it when other settings are there. */
export function ProviderSettingsPanel({ setup }: { setup: ProviderSetup }) {
  const [entry, setEntry] = useState(() => entryOf(setup.settings))
  const prepare = usePrepareProvider()
  const set = (change: Partial<Entry>) => {
    setEntry({ ...entry, ...change })
    prepare.reset()
  }
  const errorOf = (name: string) => fieldError(prepare.error, name)
  const shared = { entry, set, errorOf }

  function submit(event: FormEvent) {
    event.preventDefault()
    prepare.mutate(sentOf(entry), { onSuccess: focusTest })
  }

  return (
    <Panel title="Settings">
      <form className={forms.form} onSubmit={submit} noValidate>
        <Radio.Group label="Protocol" value={entry.protocol} onChange={(protocol) => set({ protocol })}>
          <Stack gap="xs" mt="xs">
            <Radio value="Saml" label="SAML 2.0" />
            <Radio value="OpenIdConnect" label="OpenID Connect" />
          </Stack>
        </Radio.Group>
        <TextInput
          label="Name on the sign-in page"
          description="Such as “Acme login”."
          maxLength={100}
          value={entry.name}
          onChange={(event) => set({ name: event.currentTarget.value })}
          error={errorOf('name')}
        />
        {entry.protocol === 'Saml' ? (
          <SamlFields {...shared} settings={setup.settings} />
        ) : (
          <OpenIdFields {...shared} hasSecret={setup.settings?.protocol === 'OpenIdConnect'} />
        )}
        <ErrorAlert error={prepare.error} shownFields={shownFields} />
        <ActionButton type="submit" busy={prepare.isPending} style={{ alignSelf: 'start' }}>
          Save for a test
        </ActionButton>
      </form>
    </Panel>
  )
}

interface Entry {
  readonly protocol: 'Saml' | 'OpenIdConnect'
  readonly name: string
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: string
  readonly source: 'metadata' | 'hand'
  readonly metadata: string
  readonly ssoUrl: string
  readonly certificates: string
  readonly idpInitiated: boolean
  readonly allowSha1: boolean
  readonly emailAttribute: string
}

interface FieldsProps {
  readonly entry: Entry
  readonly set: (change: Partial<Entry>) => void
  readonly errorOf: (name: string) => string | undefined
}

const entryOf = (settings: ProviderSettings | null): Entry => ({
  protocol: settings?.protocol ?? 'Saml',
  name: settings?.name ?? '',
  issuer: settings?.issuer ?? '',
  clientId: settings?.clientId ?? '',
  clientSecret: '',
  source: settings?.protocol === 'Saml' ? 'hand' : 'metadata',
  metadata: '',
  ssoUrl: settings?.ssoUrl ?? '',
  certificates: (settings?.certificates ?? []).map(({ value }) => pemOf(value)).join('\n'),
  idpInitiated: settings?.idpInitiated ?? false,
  allowSha1: settings?.allowSha1 ?? false,
  emailAttribute: settings?.emailAttribute ?? '',
})

function sentOf(entry: Entry): ProviderEntry {
  const { protocol, name, issuer, clientId, clientSecret } = entry
  if (protocol === 'OpenIdConnect') {
    return { protocol, name, issuer, clientId, ...(clientSecret === '' ? {} : { clientSecret }) }
  }
  const { idpInitiated, allowSha1, emailAttribute } = entry
  const from =
    entry.source === 'metadata'
      ? { metadata: entry.metadata }
      : { issuer, ssoUrl: entry.ssoUrl, certificates: certificatesIn(entry.certificates) }
  return { protocol, name, ...from, idpInitiated, allowSha1, emailAttribute: emailAttribute || null }
}

function OpenIdFields({ entry, set, errorOf, hasSecret }: FieldsProps & { hasSecret: boolean }) {
  return (
    <>
      <TextInput
        label="Issuer"
        description="The address that the provider states, such as https://login.acme.example."
        value={entry.issuer}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
        error={errorOf('issuer')}
      />
      <TextInput
        label="Client id"
        value={entry.clientId}
        onChange={(event) => set({ clientId: event.currentTarget.value })}
        error={errorOf('clientId')}
      />
      <PasswordInput
        label="Client secret"
        description={hasSecret ? 'Leave it empty to keep the one that is there.' : undefined}
        autoComplete="off"
        value={entry.clientSecret}
        onChange={(event) => set({ clientSecret: event.currentTarget.value })}
        error={errorOf('clientSecret')}
      />
    </>
  )
}

function SamlFields({ entry, set, errorOf, settings }: FieldsProps & { settings: ProviderSettings | null }) {
  return (
    <>
      <Radio.Group
        label="Where its data come from"
        value={entry.source}
        onChange={(source) => set({ source })}
      >
        <Stack gap="xs" mt="xs">
          <Radio value="metadata" label="Its metadata, as XML" />
          <Radio value="hand" label="Entered by hand" />
        </Stack>
      </Radio.Group>
      {entry.source === 'metadata' ? (
        <MetadataField entry={entry} set={set} errorOf={errorOf} />
      ) : (
        <HandFields entry={entry} set={set} errorOf={errorOf} settings={settings} />
      )}
      <TextInput
        label="Attribute with the email address"
        description="Only if it has an unusual name. Leave it empty otherwise."
        value={entry.emailAttribute}
        onChange={(event) => set({ emailAttribute: event.currentTarget.value })}
        error={errorOf('emailAttribute')}
      />
      <Checkbox
        label="People may start at the provider"
        description="From its list of applications (IdP-initiated). Anyone who can make a browser send a form can then sign it in as themselves, so leave it off if you can."
        checked={entry.idpInitiated}
        onChange={(event) => set({ idpInitiated: event.currentTarget.checked })}
      />
      <Checkbox
        label="Accept signatures with SHA-1"
        description="They can be forged. Only until the provider is switched to SHA-256."
        checked={entry.allowSha1}
        onChange={(event) => set({ allowSha1: event.currentTarget.checked })}
      />
    </>
  )
}

function MetadataField({ entry, set, errorOf }: FieldsProps) {
  return (
    <Stack gap="xs">
      <Textarea
        label="Metadata"
        description="The file that the provider offers for download, or the text at its metadata address."
        rows={6}
        value={entry.metadata}
        onChange={(event) => set({ metadata: event.currentTarget.value })}
        error={errorOf('metadata') ?? errorOf('certificates') ?? errorOf('ssoUrl') ?? errorOf('issuer')}
        spellCheck={false}
      />
      <FileButton
        accept="application/xml,text/xml,.xml"
        onChange={(file) =>
          void file
            ?.slice(0, 300_000)
            .text()
            .then((metadata) => set({ metadata }))
        }
      >
        {(props) => (
          <Button {...props} variant="default" style={{ alignSelf: 'start' }}>
            Choose a file
          </Button>
        )}
      </FileButton>
    </Stack>
  )
}

function HandFields({ entry, set, errorOf, settings }: FieldsProps & { settings: ProviderSettings | null }) {
  const format = useFormat()
  return (
    <>
      <TextInput
        label="Entity id"
        value={entry.issuer}
        onChange={(event) => set({ issuer: event.currentTarget.value })}
        error={errorOf('issuer')}
      />
      <TextInput
        label="Address for signing in"
        description="With the binding HTTP-Redirect."
        value={entry.ssoUrl}
        onChange={(event) => set({ ssoUrl: event.currentTarget.value })}
        error={errorOf('ssoUrl')}
      />
      <Textarea
        label="Certificates"
        description="One after the other, five at most. While the provider replaces its own, enter the old one and the new one."
        rows={8}
        value={entry.certificates}
        onChange={(event) => set({ certificates: event.currentTarget.value })}
        error={errorOf('certificates')}
        spellCheck={false}
      />
      {(settings?.certificates ?? []).map(({ fingerprint, subject, validTo }) => (
        <p key={fingerprint} style={{ margin: 0, overflowWrap: 'anywhere' }}>
          {subject}, stated to be valid until {format.dateTime(validTo)}
        </p>
      ))}
    </>
  )
}
