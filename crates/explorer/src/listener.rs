//! Connections: a bounded number of them, and none that stands still.
//!
//! A client that reads nothing would keep what is being sent to it for ever, one that sends nothing
//! would keep its place. So a connection is closed when there is something to send and nothing was
//! taken for a while, when neither side did anything for a longer while, and when a request has come, or a
//! part of one, and no answer for a very long while: checking may take its time. (A stream of events has
//! a line every few seconds, so those who listen stay.)

use std::future::Future;
use std::io;
use std::net::SocketAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::Duration;

use axum::serve::Listener;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep, sleep};

/// Most connections at once; more wait until one is closed.
const MOST: usize = 256;

/// How long a connection may stand still.
#[derive(Clone, Copy, Debug)]
pub struct Patience {
    /// While there is something to send.
    pub sending: Duration,
    /// While nothing happens at all.
    pub idle: Duration,
    /// While a request waits for its answer, or for its rest.
    pub working: Duration,
}

/// Listens on a socket.
pub struct Door {
    listener: TcpListener,
    places: Arc<Semaphore>,
    patience: Patience,
}

impl Door {
    /// Lets clients in.
    pub fn new(listener: TcpListener, patience: Patience) -> Door {
        Door { listener, places: Arc::new(Semaphore::new(MOST)), patience }
    }
}

impl Listener for Door {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let place = Arc::clone(&self.places).acquire_owned().await;
            let place = place.expect("the places are never closed");
            match self.listener.accept().await {
                Ok((stream, from)) => {
                    // Small answers go at once; where the system refuses, they go a little later.
                    let _ = stream.set_nodelay(true);
                    return (Connection::new(stream, place, self.patience), from);
                }
                // The client is gone again, or the system is short of something: a moment's rest.
                Err(_) => sleep(Duration::from_millis(50)).await,
            }
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// One client.
pub struct Connection {
    stream: TcpStream,
    _place: OwnedSemaphorePermit,
    patience: Patience,
    /// When patience ends; moved forward by everything that happens.
    end: Pin<Box<Sleep>>,
    sending: bool,
    /// Something was read since the last answer.
    asked: bool,
}

impl Connection {
    fn new(stream: TcpStream, place: OwnedSemaphorePermit, patience: Patience) -> Connection {
        let end = Box::pin(sleep(patience.idle));
        Connection { stream, _place: place, patience, end, sending: false, asked: false }
    }

    /// Something happened.
    fn alive(&mut self) {
        self.sending = false;
        let patience = if self.asked { self.patience.working } else { self.patience.idle };
        self.end.as_mut().reset(Instant::now() + patience);
    }

    /// Nothing happened: an error if that was so for too long.
    fn wait(&mut self, context: &mut Context<'_>) -> Poll<io::Error> {
        self.end.as_mut().poll(context).map(|()| io::ErrorKind::TimedOut.into())
    }

    fn sent<T>(
        &mut self,
        context: &mut Context<'_>,
        done: Poll<io::Result<T>>,
    ) -> Poll<io::Result<T>> {
        if done.is_ready() {
            self.asked = false;
            self.alive();
            return done;
        }
        if !self.sending {
            self.sending = true;
            self.end.as_mut().reset(Instant::now() + self.patience.sending);
        }
        self.wait(context).map(Err)
    }
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        buffer: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        match Pin::new(&mut self.stream).poll_read(context, buffer) {
            Poll::Pending => self.wait(context).map(Err),
            // What a client sends is no excuse for not taking what it is sent.
            done if self.sending => done,
            done => {
                self.asked = true;
                self.alive();
                done
            }
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
        bytes: &[u8],
    ) -> Poll<io::Result<usize>> {
        let done = Pin::new(&mut self.stream).poll_write(context, bytes);
        self.sent(context, done)
    }

    fn poll_flush(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(context)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(context)
    }
}
