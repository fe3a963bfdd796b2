// The libraries that the app starts with. They are a file of their own, which changes seldom, and are run before the
// app in a task of their own: on a slow processor the page answers in between.
export { createRoot } from 'react-dom/client'
