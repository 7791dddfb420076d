/**
 * Runs in 'Sin conexión' and in a stored page. Both are loaded again once the browser is online. 'Sin conexión' asks for
 * the shop every five seconds too, because a browser with a network does not notice that the shop was out of reach. A
 * stored page has no code: a button leads to the notice that says so.
 */
export const RETRY_SCRIPT = `(()=>{
const reload=()=>location.reload();
addEventListener("online",reload);
if(document.querySelector("[data-wait]"))setInterval(async()=>{
try{const answer=await fetch("/manifest.webmanifest",{cache:"no-store"});if(answer.ok)reload()}catch{}
},5000);
const notice=document.getElementById("sin-conexion");
if(notice)document.addEventListener("click",(event)=>{
if(!event.target.closest("button,form"))return;
event.preventDefault();notice.focus()},true)})()`;
