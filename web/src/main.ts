// Starts the app: its libraries first, then what is drawn.
void import('./app/libraries.ts').then(async ({ createRoot }) => {
  const { start } = await import('./app/start.tsx')
  start(createRoot)
})
