import { createRoot } from 'react-dom/client'
import './app.css'
import { Studio } from './studio.tsx'

const place = document.getElementById('studio')
if (place !== null) createRoot(place).render(<Studio />)
