// What the identity provider has to know of this installation: addresses, and for SAML certificates.
import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { ActionButton } from '../../components/action-button.tsx'
import { ConfirmDialog } from '../../components/confirm-dialog.tsx'
import { CopyField } from '../../components/copy-field.tsx'
import { ErrorAlert } from '../../components/error-alert.tsx'
import { useFormat } from '../../components/format-context.ts'
import { Panel } from '../../components/panel.tsx'
import rows from '../account/sessions-panel.module.css'
import { type ProviderSetup, useEndCertificate, useMakeCertificate } from './sign-in-provider.ts'

const heading = { margin: 0, fontSize: '1rem' }

export function OwnSidePanel({ setup: { saml, redirectUrl } }: { setup: ProviderSetup }) {
  const make = useMakeCertificate()
  return (
    <Panel title="For the provider">
      <Stack>
        <h3 style={heading}>OpenID Connect</h3>
        <CopyField label="Redirect address" value={redirectUrl} />
        <h3 style={heading}>SAML 2.0</h3>
        {saml ? (
          <>
            <p style={{ margin: 0 }}>
              Most providers read everything from the address of our metadata. The others are there for those
              that do not.
            </p>
            <CopyField label="Address of our metadata" value={saml.metadataUrl} />
            <CopyField label="Entity id" value={saml.entityId} />
            <CopyField label="Address for answers (ACS)" value={saml.acsUrl} />
            <Certificates certificates={saml.certificates} />
          </>
        ) : (
          <p style={{ margin: 0 }}>
            Make a certificate to begin: it gives the addresses that the provider has to know.
          </p>
        )}
        <ErrorAlert error={make.error} />
        <ActionButton
          variant="default"
          style={{ alignSelf: 'start' }}
          busy={make.isPending}
          onClick={() => make.mutate()}
        >
          {saml ? 'Make another certificate' : 'Make a certificate'}
        </ActionButton>
      </Stack>
    </Panel>
  )
}

type Certificate = NonNullable<ProviderSetup['saml']>['certificates'][number]

function Certificates({ certificates }: { certificates: readonly Certificate[] }) {
  const format = useFormat()
  const end = useEndCertificate()
  const [ending, setEnding] = useState<Certificate>()
  const shortOf = ({ fingerprint }: Certificate) => fingerprint.slice(0, 23)
  return (
    <>
      <h4 style={heading}>Our certificates</h4>
      <ul className={rows.list}>
        {certificates.map((certificate) => (
          <li key={certificate.id} className={rows.row}>
            <div>
              <p className={rows.name}>{shortOf(certificate)}…</p>
              <p className={rows.facts}>
                Made {format.dateTime(certificate.created.dateUtc)} · valid until{' '}
                {format.dateTime(certificate.validTo)} ·{' '}
                {certificate.signs ? 'signs our requests' : 'takes over when the one before it is ended'}
              </p>
            </div>
            {certificates.length > 1 ? (
              <Button
                variant="default"
                aria-label={`End the certificate ${shortOf(certificate)}`}
                onClick={() => setEnding(certificate)}
              >
                End
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      <ConfirmDialog
        opened={ending !== undefined}
        title="End this certificate?"
        confirmLabel="End the certificate"
        busy={end.isPending}
        error={end.error}
        onConfirm={() => ending && end.mutate(ending.id, { onSuccess: () => setEnding(undefined) })}
        onClose={() => setEnding(undefined)}
      >
        Do it after the provider has read our metadata again. What it still encrypts for this certificate
        cannot be opened any more, and those people cannot sign in.
      </ConfirmDialog>
    </>
  )
}
