// Loaded into the server before its own code: a killed launcher cannot forward a signal, and an orphaned server would
// keep the port from the next start.
const parent = process.ppid
const watch = setInterval(() => {
  if (process.ppid === parent) return
  clearInterval(watch)
  process.kill(process.pid, 'SIGTERM')
}, 250)
watch.unref()
