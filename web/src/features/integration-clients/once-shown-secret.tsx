// Id and secret of a client, shown at the only moment the secret is available.
import { CopyField } from '../../components/copy-field.tsx'
import { Notice } from '../../components/notice.tsx'

/** A public client has no secret; then only its id is shown. */
export function OnceShownSecret({
  clientId,
  clientSecret,
}: {
  clientId: string
  clientSecret: string | null
}) {
  return (
    <>
      {clientSecret === null ? null : (
        <Notice kind="caution" title="Store the secret now">
          <p>
            It is shown only once and cannot be retrieved again by anyone. Keep it where only your server can
            read it, never in a browser, an app or a repository. If you lose it, create a new one.
          </p>
        </Notice>
      )}
      <CopyField label="Client id" value={clientId} />
      {clientSecret === null ? null : <CopyField label="Client secret" value={clientSecret} />}
    </>
  )
}
