// Starts the app: its libraries first, then what is drawn.
void import('./app/react.ts').then(async ({ createRoot }) => {
  await import('./app/libraries.ts')
  const { start } = await import('./app/start.tsx')
  start(createRoot)
})
