// Why a sandbox page shows nothing.
import { RefusalAlert } from '../../components/refusal-alert.tsx'
import { isRefused } from '../../lib/refusal.ts'

export function SandboxRefusal({ error }: { error: unknown }) {
  if (isRefused(error, 404))
    return <p role="alert">This installation is no sandbox, so it has no such page.</p>
  if (isRefused(error, 403)) {
    return <RefusalAlert error={error} title="Only administrators may use this page" />
  }
  return <RefusalAlert error={error} />
}
