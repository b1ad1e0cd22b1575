import { createRoot } from 'react-dom/client'
import { Studio } from './studio.tsx'

const place = document.getElementById('studio')
if (place !== null) createRoot(place).render(<Studio />)
