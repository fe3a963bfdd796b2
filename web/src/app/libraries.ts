// The other libraries that the app starts with. They are a file of their own, which changes seldom, and run in a task
// of their own, before the app.
export { createTheme } from '@mantine/core'
