const button = document.createElement('button');
document.body.appendChild(button);
button.addEventListener('click', (event) => console.log('trusted', String(event.isTrusted)));
button.click();
button.dispatchEvent(new MouseEvent('click'));
userClick(button);
