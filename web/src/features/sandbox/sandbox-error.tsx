// Why a sandbox page shows nothing.
import { ErrorAlert } from '../../components/error-alert.tsx'
import { hasStatus } from '../../lib/refusal.ts'

export function SandboxError({ error }: { error: unknown }) {
  if (hasStatus(error, 404))
    return <p role="alert">This installation is not a sandbox, so it does not have this page.</p>
  if (hasStatus(error, 403)) {
    return <ErrorAlert error={error} title="Only administrators may use this page" />
  }
  return <ErrorAlert error={error} />
}
