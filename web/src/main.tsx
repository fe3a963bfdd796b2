// Starts the app.
// the components bring theirs: web/vite.config.ts
import '@mantine/core/styles/baseline.layer.css'
import '@mantine/core/styles/global.layer.css'
import './app/global.css'
import './app/print.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Providers } from './app/providers.tsx'
import { adoptThemeVariables } from './app/theme.ts'
import { withQueryInHash } from './lib/addresses/authorize-link.ts'

// Before the router reads the address: it would take a query before the # for the route's own.
const moved = withQueryInHash(window.location.href)
if (moved !== undefined) window.history.replaceState(null, '', moved)

adoptThemeVariables()

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root"')
createRoot(root).render(
  <StrictMode>
    <Providers />
  </StrictMode>,
)
