// Draws the app. main.ts loads this.
// the components bring theirs: web/vite.config.ts
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './global.css'
import './print.css'
import { StrictMode } from 'react'
import type { createRoot } from 'react-dom/client'
import { withQueryInHash } from '../lib/addresses/authorize-link.ts'
import { publishRest } from '../lib/quiet.ts'
import { refuseTooLong } from '../lib/too-long.ts'
import { Providers } from './providers.tsx'
import { adoptThemeVariables } from './theme.ts'

/** Draws the app on the page, with React's way to do so. */
export function start(rootOf: typeof createRoot): void {
  // Before the router reads the address: it would take a query before the # for the route's own.
  const moved = withQueryInHash(window.location.href)
  if (moved !== undefined) window.history.replaceState(null, '', moved)

  adoptThemeVariables()
  refuseTooLong(document)
  publishRest()

  const root = document.getElementById('root')
  if (root === null) throw new Error('index.html has no element with the id "root"')
  rootOf(root).render(
    <StrictMode>
      <Providers />
    </StrictMode>,
  )
}
